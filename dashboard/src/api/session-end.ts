/** Called when the server rejects the session; the router redirects to the sign-in page and back. */
let endListener: () => void = () => {};

export const onSessionEnd = (heard: () => void): void => {
  endListener = heard;
};
export const tellSessionEnd = (): void => endListener();

/** Called when the server rejects an action that the page offered; the router reloads the session's rights. */
let rightsListener: () => void = () => {};

export const onRightsChange = (heard: () => void): void => {
  rightsListener = heard;
};
export const tellRightsChange = (): void => rightsListener();
