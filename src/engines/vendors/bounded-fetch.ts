/** Reads a body to its end, but never more of it than `maxBytes`. */
export async function readBounded(
  body: ReadableStream<Uint8Array>,
  maxBytes: number,
  toTooLarge: () => Error,
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let readBytes = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    readBytes += part.value.byteLength;
    if (readBytes > maxBytes) {
      // Cancelling closes the connection; waiting for that would leave the end to the sender.
      reader.cancel().catch(() => undefined);
      throw toTooLarge();
    }
    chunks.push(part.value);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/** A `fetch` whose responses are complete and small when they are handed over. */
export const boundFetch =
  (fetch: typeof globalThis.fetch, maxBytes: number, toTooLarge: () => Error) =>
  async (...request: Parameters<typeof globalThis.fetch>): Promise<Response> => {
    const response = await fetch(...request);
    if (response.body === null) return response;
    const bytes = await readBounded(response.body, maxBytes, toTooLarge);
    const { status, statusText, headers } = response;
    return new Response(bytes, { status, statusText, headers });
  };
