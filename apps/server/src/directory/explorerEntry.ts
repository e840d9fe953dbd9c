import * as v from 'valibot'

const Links = v.object({ native: v.optional(v.unknown()), universal: v.optional(v.unknown()) })

/** What the public explorer's own format has apart from a `/getWallets` entry; any part of it may be missing. */
const ExplorerEntry = v.looseObject({
  app: v.object({ ios: v.optional(v.unknown()), android: v.optional(v.unknown()), chrome: v.optional(v.unknown()) }),
  mobile: v.optional(v.nullable(Links)),
  desktop: v.optional(v.nullable(Links)),
})

const Picture = v.union([
  v.pipe(
    v.object({ image_url: v.string() }),
    v.transform(({ image_url }) => image_url),
  ),
  v.pipe(
    v.object({ image_url: v.object({ md: v.string() }) }),
    v.transform(({ image_url }) => image_url.md),
  ),
])

/**
 * Brings an entry of the public explorer to the names that a `/getWallets` entry has. An entry that has those already, or
 * that is neither, stays as it is for the schema to judge.
 */
export function fromExplorer(entry: unknown): { facts: unknown; picture: string | undefined } {
  const picture = v.safeParse(Picture, entry)
  const read = v.safeParse(ExplorerEntry, entry)
  return {
    facts: withoutNulls(read.success ? renamed(read.output) : entry),
    picture: picture.success ? picture.output : undefined,
  }
}

function renamed({ app, mobile, desktop, ...entry }: v.InferOutput<typeof ExplorerEntry>): object {
  return {
    ...entry,
    mobile_link: mobile?.native ?? null,
    link_mode: mobile?.universal ?? null,
    desktop_link: desktop?.native ?? null,
    webapp_link: desktop?.universal ?? null,
    app_store: app.ios ?? null,
    play_store: app.android ?? null,
    chrome_store: app.chrome ?? null,
  }
}

/** Lists write what isn't there in three ways: left out, null and empty. These fields may only be left out. */
const leftOut = ['badge_type', 'chains', 'homepage', 'image_id', 'order']

function withoutNulls(entry: unknown): unknown {
  if (!v.is(v.looseObject({}), entry)) return entry
  const isNone = (value: unknown) => value === null || value === ''
  return Object.fromEntries(Object.entries(entry).filter(([name, value]) => !leftOut.includes(name) || !isNone(value)))
}
