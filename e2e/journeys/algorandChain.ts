import { randomBytes } from 'node:crypto'
import { createTestAlgorandWallet } from '@foyer/testing'
import { verifyBytes } from 'algosdk'

/** A key that nobody had before. */
export const freshAlgorandKey = (): string => randomBytes(32).toString('hex')

/** An address of Algorand's that holds nothing. */
export async function freshAlgorandAddress(): Promise<string> {
  const options = { name: 'Other', accounts: [{ key: freshAlgorandKey() }], genesisHashes: [] } as const
  const { accounts } = await createTestAlgorandWallet(options)
  return accounts[0] ?? ''
}

/** Gives an account coins on the local network. */
export async function fundAlgorand({
  url,
  ...gift
}: {
  readonly url: string
  readonly address: string
  readonly amount: string
}): Promise<void> {
  const answer = await fetch(`${url}/local/give`, { method: 'POST', body: JSON.stringify(gift) })
  if (!answer.ok) throw new Error(await answer.text())
}

/** Was a message signed with an address's key, with `MX` before it, as the official library verifies it? */
export const isSignedForAlgorand = ({
  message,
  signature,
  address,
}: {
  readonly message: string
  readonly signature: string
  readonly address: string
}): boolean => verifyBytes(new TextEncoder().encode(message), Buffer.from(signature, 'base64'), address)
