import { renderToString } from 'react-dom/server'
import { createDemoFoyer } from '../createDemoFoyer.js'
import { Demo } from '../Demo.js'
import type { DemoSettings } from '../settings.js'

export interface PageFiles {
  readonly script: string
  readonly styles: readonly string[]
}

/** The page as a browser first gets it: rendered, with its settings, without a line of inline script. */
export function renderPage({
  settings,
  files,
}: {
  readonly settings: DemoSettings
  readonly files: PageFiles
}): string {
  const body = renderToString(<Demo foyer={createDemoFoyer(settings)} settings={settings} />)
  const styles = files.styles.map((href) => `<link rel="stylesheet" href="/${href}">`).join('')
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Foyer: the way in, done right</title><meta name="description" content="A wallet-connection kit for web applications."><meta name="foyer-demo" content="${escapeAttribute(JSON.stringify(settings))}"><link rel="icon" href="/icon.svg">${styles}<script type="module" src="/${files.script}"></script></head><body><div id="demo">${body}</div></body></html>`
}

/** A page of one sentence. */
export function renderNote({
  title,
  text,
  files,
}: {
  readonly title: string
  readonly text: string
  readonly files: PageFiles
}): string {
  const styles = files.styles.map((href) => `<link rel="stylesheet" href="/${href}">`).join('')
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title} · Foyer demo</title><link rel="icon" href="/icon.svg">${styles}</head><body><div class="page"><main class="card"><h1>${title}</h1><p>${text}</p><p><a href="/">Back to the demo</a></p></main></div></body></html>`
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
