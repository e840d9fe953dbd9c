import { identity as askForIdentity } from '../api/account.js'
import { type AccountSubject, accountSubject, type Definition, type OfAccount } from '../query/definition.js'
import type { IdentityReply } from '../wire/account.js'
import type { Identity } from './feature.js'

/** The time for which an identity counts as fresh [S9.9]. */
const identityFreshMs = 5 * 60_000

/** An account's name and picture; none where the host named no server. */
export const identity: Definition<OfAccount, Identity, AccountSubject, Identity> = {
  subject: accountSubject,
  key: ({ network, address }) => ['identity', network.caipNetworkId, address],
  freshMs: identityFreshMs,
  async read({ context: { api, options }, subject: { address, network }, signal }) {
    const server = await api?.()
    const reply = server && (await askForIdentity(server, { address, networkId: network.caipNetworkId, signal }))
    return { name: reply?.name || undefined, avatar: pictureOf(reply, options.api) }
  },
  data: ([known]) => known,
}

/** A name's owner chooses the picture: only what an `img` may show, and plain http only from the operator's own server. */
function pictureOf(reply: IdentityReply | undefined, server: string | undefined): string | undefined {
  const address = reply?.avatar
  if (!address) return undefined
  const isOwn = server !== undefined && address.startsWith(`${server}/`)
  return isOwn || /^(https:\/\/|data:image\/)/.test(address) ? address : undefined
}
