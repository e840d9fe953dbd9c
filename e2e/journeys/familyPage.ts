import { randomBytes } from 'node:crypto'
import type { Family } from '@foyer/core/chain'
import type { Page } from '@playwright/test'
import { accountAtServer } from './accountAtServer.js'
import { storedSessions } from './storedSessions.js'

/** A key that was never used before: 32 bytes in hexadecimal. */
export const freshKey = (): string => randomBytes(32).toString('hex')

/** The first account of a wallet, which holds nothing. */
export const accountOf = async (wallet: Promise<{ readonly accounts: readonly string[] }>): Promise<string> =>
  (await wallet).accounts[0] ?? ''

/** A text that a wallet has signed, for a page of a host. */
export interface Signed {
  readonly message: string
  readonly signature: string
  readonly address: string
  readonly host: string
}

/** Gives an account coins on a local chain that takes `POST /local/give`, with what that chain wants to know beside. */
export async function fundAccount({
  url,
  ...gift
}: Readonly<Record<string, string>> & { readonly url: string; readonly amount: string }): Promise<void> {
  const answer = await fetch(`${url}/local/give`, { method: 'POST', body: JSON.stringify(gift) })
  if (!answer.ok) throw new Error(await answer.text())
}

/** What a page's own code does with the connected wallet of a family. */
export const familyPage = (page: Page, family: Family) => ({
  sign: (message: string): Promise<string> =>
    page.evaluate(
      async ([of, text]) => {
        const [kit] = window.kits
        if (!kit) throw new Error('The page has no kit.')
        return (await window.actions.signMessage(kit, { family: of, message: text })).signature
      },
      [family, message] as const,
    ),

  /** Sends coins and waits until that is carried out. */
  send: (request: { readonly to: string; readonly units: string }) =>
    page.evaluate(
      async ([of, { to, units }]) => {
        const [kit] = window.kits
        if (!kit) throw new Error('The page has no kit.')
        const transfer = { to, asset: { type: 'coin' }, amount: BigInt(units) } as const
        const { hash } = await window.actions.sendTransfer(kit, { family: of, ...transfer })
        const { status, fee } = await window.actions.waitForTransaction(kit, { family: of, hash })
        return { hash, status, fee: `${fee}` }
      },
      [family, request] as const,
    ),

  balance: (): Promise<string | undefined> =>
    page.evaluate(async (of) => {
      const [kit] = window.kits
      return kit ? `${await window.actions.nativeBalance(kit, { family: of })}` : undefined
    }, family),

  /** Who is signed in: by what the page keeps and `isSigned` says of it, or as the operator's server or the page's own backend says. */
  async signedIn({
    signIn,
    word,
    isSigned,
  }: {
    readonly signIn: string
    /** How a sign-in calls an account. */
    readonly word: string
    readonly isSigned: (signed: Signed) => Promise<boolean>
  }): Promise<unknown> {
    if (signIn === 'server') return accountAtServer(page)
    if (signIn === 'backend') {
      const { accountId } = await page.evaluate(async () => (await fetch('/siwx/session')).json())
      const [namespace, reference, address] = String(accountId).split(':')
      return { address, caip2Network: `${namespace}:${reference}` }
    }
    const [session] = await storedSessions(page)
    if (!session) throw new Error('No one is signed in.')
    const { data, message, signature } = session
    const address = data.accountAddress
    if (!message.includes(`wants you to sign in with your ${word} account:`)) throw new Error(message)
    const { host } = new URL(page.url())
    if (!(await isSigned({ message, signature, address, host }))) throw new Error('The sign-in isn’t the account’s.')
    return { address, caip2Network: data.chainId }
  },
})
