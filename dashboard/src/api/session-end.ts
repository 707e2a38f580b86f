/** Told when the server no longer knows the session; the router leads to sign-in and back. */
let endListener: () => void = () => {};

export const onSessionEnd = (heard: () => void): void => {
  endListener = heard;
};
export const tellSessionEnd = (): void => endListener();

/** Told when the server refused what the page thought was allowed; the router asks anew what is. */
let rightsListener: () => void = () => {};

export const onRightsChange = (heard: () => void): void => {
  rightsListener = heard;
};
export const tellRightsChange = (): void => rightsListener();
