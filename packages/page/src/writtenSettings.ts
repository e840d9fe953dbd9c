/** By what name the settings stand in the document. */
export const settingsName = 'foyer-settings'

/**
 * Reads the settings that the server wrote into the page, as JSON: `null` where it wrote nothing.
 * @example
 * const settings = v.parse(Settings, JSON.parse(writtenSettings(document)))
 */
export function writtenSettings(page: Document): string {
  return page.querySelector(`meta[name="${settingsName}"]`)?.getAttribute('content') ?? 'null'
}
