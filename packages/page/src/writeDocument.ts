import { settingsName } from './writtenSettings.js'

export interface DocumentParameters {
  readonly title: string
  readonly description?: string | undefined
  /** The page's language, English unless said (BCP 47). */
  readonly lang?: string | undefined
  readonly dir?: 'rtl' | undefined
  readonly viewport?: string | undefined
  readonly icon: string
  readonly styles: readonly string[]
  /** The module that runs the page; without it nothing runs. */
  readonly script?: string | undefined
  /** The page's settings: JSON, for {@link writtenSettings} to find. */
  readonly settings?: unknown
  /** The content of the page, as HTML. */
  readonly body: string
}

/**
 * A whole document, without a line of inline script or style.
 * @example
 * writeDocument({ title: 'Terms', icon: '/icon.svg', styles: files.styles, body: '<h1>Terms</h1>' })
 */
export function writeDocument({
  title,
  description,
  lang = 'en',
  dir,
  viewport = 'width=device-width, initial-scale=1',
  icon,
  styles,
  script,
  settings,
  body,
}: DocumentParameters): string {
  const head = [
    '<meta charset="utf-8">',
    meta('viewport', viewport),
    `<title>${escapeText(title)}</title>`,
    description === undefined ? '' : meta('description', description),
    settings === undefined ? '' : meta(settingsName, JSON.stringify(settings)),
    `<link rel="icon" href="${escapeText(icon)}">`,
    ...styles.map((href) => `<link rel="stylesheet" href="${escapeText(href)}">`),
    script === undefined ? '' : `<script type="module" src="${escapeText(script)}"></script>`,
  ]
  const direction = dir ? ` dir="${dir}"` : ''
  return `<!doctype html><html lang="${escapeText(lang)}"${direction}><head>${head.join('')}</head><body>${body}</body></html>`
}

const meta = (name: string, content: string): string => `<meta name="${name}" content="${escapeText(content)}">`

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
