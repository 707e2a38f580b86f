/** Told when the server no longer knows the session; the router leads to sign-in and back. */
let listener: () => void = () => {};

export const onSessionEnd = (heard: () => void): void => {
  listener = heard;
};
export const tellSessionEnd = (): void => listener();
