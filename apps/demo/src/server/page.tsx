import { type PageFiles, writeDocument } from '@foyer/page'
import { renderToString } from 'react-dom/server'
import { createDemoFoyer } from '../createDemoFoyer.js'
import { Demo } from '../Demo.js'
import { LookPage } from '../look/LookPage.js'
import { otherFamilies } from '../otherFamilies.js'
import type { DemoLocale, DemoSettings } from '../settings.js'
import { allWords } from '../words/allWords.js'

const icon = '/icon.svg'

/** The language and the direction of a document. */
const tongue = (locale: DemoLocale) =>
  locale === 'ar' ? ({ lang: 'ar', dir: 'rtl' } as const) : { lang: locale === 'pseudo' ? 'en' : locale }

const pages = { home: Demo, look: LookPage }

export interface RenderParameters {
  readonly settings: DemoSettings
  readonly files: PageFiles
}

/** The page as a browser first gets it: rendered, with its settings. */
export function renderPage({ settings, files }: RenderParameters): string {
  const { page, locale } = settings
  const words = allWords[locale]
  const Page = pages[page]
  const demo = renderToString(
    <Page
      foyer={createDemoFoyer(settings, settings.families ? otherFamilies(settings) : [])}
      settings={settings}
      words={words}
    />,
  )
  return writeDocument({
    ...files,
    ...tongue(locale),
    title: words[page].title,
    description: words.home.description,
    icon,
    settings,
    body: `<div id="demo">${demo}</div>`,
  })
}

/** The page without the modal: drawn in the browser, as what there is to connect with is known only there. */
export function renderHeadless({ settings, files }: RenderParameters): string {
  const { locale } = settings
  const { title, description } = allWords[locale].headless
  return writeDocument({
    ...files,
    ...tongue(locale),
    ...{ title, description, icon, settings },
    body: '<div id="headless"></div>',
  })
}

export interface RenderNoteParameters extends Pick<DemoSettings, 'locale' | 'theme'> {
  readonly note: 'terms' | 'privacy'
  readonly files: PageFiles
}

/** A page of one sentence, which runs nothing. */
export function renderNote({ note, locale, theme, files: { styles } }: RenderNoteParameters): string {
  const { notes } = allWords[locale]
  const title = notes[note]
  const body = (
    <div className="page" data-theme={theme}>
      <main className="card">
        <h1>{title}</h1>
        <p>{note === 'terms' ? notes.termsText : notes.privacyText}</p>
        <p>
          <a href="/">{notes.back}</a>
        </p>
      </main>
    </div>
  )
  return writeDocument({ ...tongue(locale), title: `${title} · Foyer`, icon, styles, body: renderToString(body) })
}
