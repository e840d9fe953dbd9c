import type { Hono } from 'hono'
import { html } from 'hono/html'
import { type Address, getAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import type { DevAccount } from '../accounts.js'
import { frame, outcome, type Piece } from '../page/frame.js'
import type { Channel, Channels } from './channels.js'

/** An account at the local Farcaster, whose key everybody knows. */
export interface FarcasterAccount extends DevAccount {
  readonly fid: number
  readonly userName: string
  readonly name: string
}

/** Where a telephone's application opens a login. */
export const telephonePath = '/~/siwf'

/** OP Mainnet: a message names it, wherever the local registry is. */
const chainId = 10

/** What a telephone shows and does of a login that it was led to: whoever looks at it chooses an account, which signs. */
export function addTelephone(
  pages: Hono,
  {
    channels,
    accounts,
    now,
  }: { readonly channels: Channels; readonly accounts: readonly FarcasterAccount[]; readonly now: () => number },
): void {
  pages.get(telephonePath, (c) => {
    const token = c.req.query('channelToken') ?? ''
    const channel = channels.find(token)
    if (channel === undefined || channel.completed) return c.html(overPage(), 404)
    return c.html(askingPage({ token, channel, accounts }))
  })
  pages.post(telephonePath, async (c) => {
    const form = await c.req.parseBody()
    const channel = channels.find(String(form.channelToken))
    if (channel === undefined || channel.completed) return c.html(overPage(), 404)
    const account = accounts.find(({ fid }) => String(fid) === form.as)
    // The real one tells the relay nothing of who doesn't want to.
    if (account === undefined) return c.html(endPage({ tone: 'bad', said: 'Not signed in', more: 'Nothing was sent.' }))
    channel.completed = await signedBy({ account, channel, now })
    return c.html(endPage({ tone: 'ok', said: 'Signed in', more: 'Go back to where you began.' }))
  })
}

async function signedBy({
  account,
  channel: { params },
  now,
}: {
  readonly account: FarcasterAccount
  readonly channel: Channel
  readonly now: () => number
}) {
  const { fid, userName: username, name: displayName, privateKey } = account
  const address: Address = getAddress(account.address)
  const time = (text: string | undefined) => (text === undefined ? undefined : new Date(text))
  const message = createSiweMessage({
    ...{ address, chainId, version: '1', statement: 'Farcaster Auth' },
    ...{ domain: params.domain, uri: params.siweUri, nonce: params.nonce, requestId: params.requestId },
    ...{ issuedAt: new Date(now()), expirationTime: time(params.expirationTime), notBefore: time(params.notBefore) },
    resources: [`farcaster://fid/${fid}`, 'farcaster://signer/type/custody'],
  })
  const signature = await privateKeyToAccount(privateKey).signMessage({ message })
  const said = { fid, username, displayName, bio: '', pfpUrl: 'https://farcaster.example/none.png' }
  return { message, signature, ...said, custody: address, verifications: [] }
}

const note = 'Stands for Farcaster’s application on this machine: its accounts are nobody’s.'

interface AskingPage {
  readonly token: string
  readonly channel: Channel
  readonly accounts: readonly FarcasterAccount[]
}

const askingPage = ({ token, channel, accounts }: AskingPage): Piece =>
  frame({
    title: 'Sign in with Farcaster',
    subtitle: `to ${channel.params.domain}`,
    note,
    body: html`<form method="post" action="${telephonePath}" aria-label="Accounts">
      <input type="hidden" name="channelToken" value="${token}" />
      ${accounts.map(({ fid, name, userName }) => html`<button class="button" name="as" value="${fid}">${name} (@${userName})</button>`)}
      <button class="button quiet" name="as" value="nobody">Cancel</button>
    </form>`,
  })

const endPage = (end: Parameters<typeof outcome>[0]): Piece =>
  frame({ title: 'Sign in with Farcaster', subtitle: 'The local stack', note, body: outcome(end) })

const overPage = (): Piece => endPage({ tone: 'bad', said: 'This login is over', more: 'Begin again.' })
