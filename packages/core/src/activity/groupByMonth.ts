import type { ActivityItem } from './activityItem.js'

/** The activity of one month, newest first. */
export interface ActivityMonth {
  /** Such as `2026-03`. */
  readonly key: string
  readonly year: number
  /** From 0 to 11. */
  readonly month: number
  /** Its title needs no year. */
  readonly isThisYear: boolean
  readonly items: readonly ActivityItem[]
}

/**
 * Groups lines by the month, as the visitor's calendar has it; newest first.
 *
 * @param parameters.now - milliseconds since 1970
 */
export function groupByMonth({
  items,
  now,
}: {
  readonly items: readonly ActivityItem[]
  readonly now: number
}): readonly ActivityMonth[] {
  const thisYear = new Date(now).getFullYear()
  const months = new Map<string, ActivityMonth & { readonly items: ActivityItem[] }>()
  for (const item of [...items].sort((a, b) => b.at - a.at)) {
    const date = new Date(item.at)
    const year = date.getFullYear()
    const month = date.getMonth()
    const key = `${String(year).padStart(4, '0')}-${String(month + 1).padStart(2, '0')}`
    const known = months.get(key)
    if (known) known.items.push(item)
    else months.set(key, { key, year, month, isThisYear: year === thisYear, items: [item] })
  }
  return [...months.values()]
}
