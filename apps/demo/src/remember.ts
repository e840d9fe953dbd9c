/** The choices of a visitor that the server draws the next page by, each a cookie. */
export const remembered = { locale: 'foyer-demo-locale', theme: 'foyer-demo-theme' } as const

const yearSeconds = 31_536_000

/** Remembers a choice for a year, in this browser, for this site. */
export function remember(choice: keyof typeof remembered, value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API isn't in every browser that the demo is opened in
  document.cookie = `${remembered[choice]}=${value}; path=/; max-age=${yearSeconds}; samesite=lax`
}
