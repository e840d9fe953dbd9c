/** Reads an absolute address, or nothing where it isn't one. (`URL.canParse` is missing in browsers of before 2024, and in many wallets'.) */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}
