import { currentId } from '@foyer/core/chain'
import { parseUrl } from '@foyer/core/links'
import { limits, type Wallet } from '@foyer/core/wire'
import * as v from 'valibot'

/**
 * A wallet's entry as this server takes it from a list or from its operator: what a page receives goes into links that it
 * opens, so every link has an allowed scheme, and no text holds a control or direction character.
 * @see F14, F29
 */

const text = (longest: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, 'must not be empty'),
    v.maxLength(longest, `must have ${longest} characters at most`),
    v.check((value) => !/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]/u.test(value), 'holds control or direction characters'),
  )

/** Schemes that a browser runs, reads or answers itself: none of them opens an app. */
const notAnApp = new Set([
  'http',
  'javascript',
  'data',
  'vbscript',
  'blob',
  'file',
  'filesystem',
  'about',
  'view-source',
  'intent',
])

const isAppLink = (link: string) => {
  const scheme = /^([a-z][a-z0-9+.-]*):\S*$/i.exec(link)?.[1]
  return scheme !== undefined && !notAnApp.has(scheme.toLowerCase()) && (!/^https:/i.test(link) || isWebLink(link))
}

const isWebLink = (link: string) => {
  const url = parseUrl(link)
  if (!url || /\s/.test(link)) return false
  const { protocol, username, password, hostname } = url
  return protocol === 'https:' && username === '' && password === '' && hostname.includes('.')
}

/** Returns null for the ways in which lists write that there is none. */
const none = (value: unknown) => (value === '' || value === '-' ? null : value)

const orNone = <Schema extends v.GenericSchema<string, string>>(schema: Schema) =>
  v.optional(v.pipe(v.unknown(), v.transform(none), v.nullable(schema)))

const AppLink = v.pipe(text(limits.url), v.check(isAppLink, 'must be a link with a scheme of the app, or https'))

/** Plain http is only ever an old entry of what has long been https. */
const WebLink = v.pipe(
  text(limits.url),
  v.transform((link) => link.replace(/^http:/i, 'https:')),
  v.check(isWebLink, 'must be an https address'),
)

const Chain = v.pipe(
  v.string(),
  v.regex(/^[-a-z0-9]{3,10}:[-_a-zA-Z0-9]{1,32}$/, 'must be a CAIP-2 id'),
  // Lists have other names of families: kits ask by CAIP-2's.
  v.transform(currentId),
)

const Injected = v.object({
  namespace: v.optional(v.pipe(text(limits.caip2), v.regex(/^[-a-z0-9]{3,10}$/, 'must be a namespace'))),
  injected_id: v.optional(text(limits.walletName)),
})

const ImageId = v.pipe(text(limits.imageId), v.regex(/^[\w-]+$/, 'must be letters, digits, "-" and "_"'))

const fields = {
  name: text(limits.walletName),
  badge_type: v.optional(v.picklist(['none', 'certified'], 'must be "certified" or "none"')),
  chains: v.optional(v.pipe(v.array(Chain), v.maxLength(limits.walletChains))),
  homepage: v.optional(WebLink),
  image_id: v.optional(ImageId),
  order: v.optional(v.pipe(v.number(), v.finite())),
  mobile_link: orNone(AppLink),
  desktop_link: orNone(AppLink),
  webapp_link: orNone(WebLink),
  link_mode: orNone(WebLink),
  app_store: orNone(WebLink),
  play_store: orNone(WebLink),
  chrome_store: orNone(WebLink),
  // What the wallet announces itself by, which isn't a reversed domain name with all of them.
  rdns: orNone(text(limits.rdns)),
  injected: v.optional(v.nullable(v.pipe(v.array(Injected), v.maxLength(limits.walletChains)))),
}

/** A wallet id: the public explorer's, 64 hex digits. */
export const WalletId: v.GenericSchema<string, string> = v.pipe(
  v.string(),
  v.toLowerCase(),
  v.regex(/^[0-9a-f]{64}$/, 'must be 64 hex digits'),
)

/** An entry of a list, without what this server doesn't keep. */
export const WalletFacts: v.GenericSchema<unknown, Wallet> = v.object({ id: WalletId, ...fields })

/** An operator's edits of an entry. */
export interface WalletEdits extends Partial<Omit<Wallet, 'id' | 'name' | 'image_url'>> {
  readonly name?: string | undefined
  /** Takes the wallet out of every listing. */
  readonly hidden?: boolean | undefined
}

export const WalletEdits: v.GenericSchema<unknown, WalletEdits> = v.strictObject({
  ...fields,
  name: v.optional(fields.name),
  hidden: v.optional(v.boolean()),
})
