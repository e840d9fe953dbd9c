import type { WalletSettings } from '../settings.js'

export interface PageFiles {
  readonly script: string
  readonly styles: readonly string[]
}

/** The page, with its settings and without a line of inline script. */
export function renderPage({
  settings,
  files,
}: {
  readonly settings: WalletSettings
  readonly files: PageFiles
}): string {
  const styles = files.styles.map((href) => `<link rel="stylesheet" href="/${href}">`).join('')
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover"><title>Foyer sample wallet</title><meta name="description" content="A WalletConnect wallet in a web page, for development."><meta name="foyer-sample-wallet" content="${escapeAttribute(JSON.stringify(settings))}"><link rel="icon" href="/icon.svg">${styles}<script type="module" src="/${files.script}"></script></head><body><div id="wallet"></div></body></html>`
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
