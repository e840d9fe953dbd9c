// Amounts have Latin digits in every language, and so have dates.
const latin = { numberingSystem: 'latn' } as const
const timeForm = { ...latin, month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const
const monthForm = { ...latin, month: 'long' } as const
const yearForm = { ...monthForm, year: 'numeric' } as const

/** A moment as a language writes it, such as `Mar 4, 5:06 AM`. */
export const shownTime = ({ at, locale }: { readonly at: number; readonly locale: string }): string =>
  new Intl.DateTimeFormat(locale, timeForm).format(at)

/** A time of the day as a language writes it, such as `5:06 AM`. */
export const shownClock = ({ at, locale }: { readonly at: number; readonly locale: string }): string =>
  new Intl.DateTimeFormat(locale, { ...latin, hour: 'numeric', minute: '2-digit' }).format(at)

/** The items of one month, newest first. */
export interface Month<Item> {
  /** Such as `2026-03`. */
  readonly key: string
  /** The month's name, with the year where it isn't this one. */
  readonly title: string
  readonly items: readonly Item[]
}

/**
 * Groups by the month, as the visitor's calendar has it; newest first.
 *
 * @param parameters.now - milliseconds since 1970
 */
export function byMonth<Item extends { readonly at: number }>({
  items,
  now,
  locale,
}: {
  readonly items: readonly Item[]
  readonly now: number
  /** BCP 47, of the language that the visitor reads. */
  readonly locale: string
}): readonly Month<Item>[] {
  const thisYear = new Date(now).getFullYear()
  const months = new Map<string, Month<Item> & { readonly items: Item[] }>()
  for (const item of [...items].sort((a, b) => b.at - a.at)) {
    const date = new Date(item.at)
    const year = date.getFullYear()
    const key = `${String(year).padStart(4, '0')}-${String(date.getMonth() + 1).padStart(2, '0')}`
    const title = () => new Intl.DateTimeFormat(locale, year === thisYear ? monthForm : yearForm).format(date)
    const month = months.get(key) ?? { key, title: title(), items: [] }
    month.items.push(item)
    months.set(key, month)
  }
  return [...months.values()]
}
