import { type PageFiles, writeDocument } from '@foyer/page'
import { renderToString } from 'react-dom/server'
import { createDemoFoyer } from '../createDemoFoyer.js'
import { Demo } from '../Demo.js'
import type { DemoSettings } from '../settings.js'

const icon = '/icon.svg'

/** The page as a browser first gets it: rendered, with its settings. */
export function renderPage({
  settings,
  files,
}: {
  readonly settings: DemoSettings
  readonly files: PageFiles
}): string {
  const demo = renderToString(<Demo foyer={createDemoFoyer(settings)} settings={settings} />)
  return writeDocument({
    ...files,
    title: 'Foyer: the way in, done right',
    description: 'A wallet-connection kit for web applications.',
    icon,
    settings,
    body: `<div id="demo">${demo}</div>`,
  })
}

/** The page without the modal: drawn in the browser, as what there is to connect with is known only there. */
export function renderHeadless({
  settings,
  files,
}: {
  readonly settings: DemoSettings
  readonly files: PageFiles
}): string {
  return writeDocument({
    ...files,
    title: 'Foyer: hooks without the modal',
    description: 'Connecting, accounts, networks, signing and sending in plain HTML.',
    icon,
    settings,
    body: '<div id="headless"></div>',
  })
}

/** A page of one sentence, which runs nothing. */
export function renderNote({
  title,
  text,
  files: { styles },
}: {
  readonly title: string
  readonly text: string
  readonly files: PageFiles
}): string {
  const note = (
    <div className="page">
      <main className="card">
        <h1>{title}</h1>
        <p>{text}</p>
        <p>
          <a href="/">Back to the demo</a>
        </p>
      </main>
    </div>
  )
  return writeDocument({ title: `${title} · Foyer demo`, icon, styles, body: renderToString(note) })
}
