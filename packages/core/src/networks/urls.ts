/**
 * Reads an address, or nothing where it isn't one. Not by `URL.canParse`: it is missing in browsers of before 2024 and in many wallets', and Node 20's,
 * once it is called often, denies every address with a letter such as ü.
 */
export function parseUrl(text: string, base?: string | URL): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}
