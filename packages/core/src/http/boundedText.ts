interface BoundedText {
  readonly answer: Pick<Response, 'body'>
  readonly mostBytes: number
}

/** Reads a body as text. @returns undefined for a longer one, of which no more is taken. @throws what the body breaks off with */
export async function boundedText({ answer: { body }, mostBytes }: BoundedText): Promise<string | undefined> {
  const reader = body?.getReader()
  const decoder = new TextDecoder()
  let [text, length] = ['', 0]
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    length += part.value.length
    if (length > mostBytes) {
      await reader?.cancel()
      return undefined
    }
    text += decoder.decode(part.value, { stream: true })
  }
  return text + decoder.decode()
}
