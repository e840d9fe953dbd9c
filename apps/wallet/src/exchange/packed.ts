/*
 * What the login server carries is bounded, and a batch or typed data may be described at length: it is compressed before it is encrypted, where the browser
 * can (those of 2022 can't all).
 */

const [plain, deflated] = [0, 1]
/** More than any request is described by, in bytes: what unpacks to more is refused as it comes. */
const mostBytes = 1_048_576

/** Packs a text, with how it is packed before it. */
export async function pack(text: string): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new TextEncoder().encode(text)
  if (!('CompressionStream' in globalThis)) return new Uint8Array([plain, ...bytes])
  const packed = await readAll(new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw')))
  return joined([new Uint8Array([deflated]), packed])
}

/** @throws a TypeError where it isn't packed so · a RangeError where it unpacks to too much */
export async function unpack(packed: Uint8Array<ArrayBuffer>): Promise<string> {
  const [how] = packed
  const bytes = packed.slice(1)
  if (how === plain) return new TextDecoder().decode(bytes)
  if (how !== deflated) throw new TypeError('A letter is packed in a way that this page doesn’t know.')
  const unpacked = await readAll(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')))
  return new TextDecoder().decode(unpacked)
}

async function readAll(stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  const reader = stream.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return joined(parts)
    parts.push(value)
    length += value.length
    if (length <= mostBytes) continue
    await reader.cancel()
    throw new RangeError(`A letter unpacks to more than ${mostBytes} bytes.`)
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
