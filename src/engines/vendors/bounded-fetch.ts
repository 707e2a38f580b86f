/** Reads a whole body; throws `toTooLarge()` if it is longer than `maxBytes`. */
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
      // Closes the connection; not awaited, because the sender could delay it.
      reader.cancel().catch(() => undefined);
      throw toTooLarge();
    }
    chunks.push(part.value);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/** A `fetch` that resolves with the whole body in memory, limited to `maxBytes`. */
export const boundFetch =
  (fetch: typeof globalThis.fetch, maxBytes: number, toTooLarge: () => Error) =>
  async (...request: Parameters<typeof globalThis.fetch>): Promise<Response> => {
    const response = await fetch(...request);
    if (response.body === null) return response;
    const bytes = await readBounded(response.body, maxBytes, toTooLarge);
    const { status, statusText, headers } = response;
    return new Response(bytes, { status, statusText, headers });
  };
