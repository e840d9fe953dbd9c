import { remembered } from '../remember.js'
import { type DemoLocale, type DemoTheme, demoLocales, demoThemes, offeredLocales } from '../settings.js'

/** The parts of a browser's request. */
export interface Visit {
  readonly query: URLSearchParams
  readonly headers: Headers
}

/** The language of a page: of its address, else the one chosen before, else the first that the browser prefers and the demo has, else English. */
export function localeOf({ query, headers }: Visit): DemoLocale {
  const asked = demoLocales.find((each) => each === query.get('locale'))
  const kept = cookieOf({ headers, name: remembered.locale })
  return asked ?? offeredLocales.find((each) => each === kept) ?? preferredLocale(headers) ?? 'en'
}

/** The theme that was chosen before. */
export function themeOf({ headers }: Pick<Visit, 'headers'>): DemoTheme {
  const kept = cookieOf({ headers, name: remembered.theme })
  return demoThemes.find((each) => each === kept) ?? 'system'
}

function cookieOf({ headers, name }: { readonly headers: Headers; readonly name: string }): string | undefined {
  const pairs = (headers.get('cookie') ?? '').split(';').map((pair) => pair.trim().split('='))
  return pairs.find(([key]) => key === name)?.[1]
}

/** @see RFC 9110 §12.5.4: languages with their weights, 1 where none is given */
function preferredLocale(headers: Headers): DemoLocale | undefined {
  const wanted = (headers.get('accept-language') ?? '').split(',').map((part) => {
    const [range = '', weight = 'q=1'] = part.split(';').map((each) => each.trim())
    return { language: range.split('-')[0]?.toLowerCase(), weight: Number(weight.replace('q=', '')) || 0 }
  })
  const ranked = wanted.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight)
  return ranked.flatMap(({ language }) => offeredLocales.filter((each) => each === language))[0]
}
