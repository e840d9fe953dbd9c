import type { WalletNetwork } from '@foyer/core/words'
import { base64 } from '@scure/base'
import { expect } from 'vitest'
import type { FamilyHost } from '../../family.js'
import { createSeeds } from '../../keyring.js'
import { levelOf } from '../../level.js'
import { sayRequestInEnglish, spokenRequest } from '../../sentences.js'
import { encodeLegacyForm } from '../legacyForm.js'
import { createSolana } from '../solana.js'
import { describeSolana } from '../words.js'
import type { Instruction } from './instructions.js'
import { blockhash, me } from './transactions.js'

const keyring = { phrase: 'test test test test test test test test test test test junk', count: 1, imported: [] }
const family = createSolana(createSeeds())

/** For tests. What is said of a transaction of these instructions, in English: by the wallet that signs it, and the same by who only shows it. */
export async function asked({
  method,
  instructions,
  network,
}: {
  readonly method: string
  readonly instructions: readonly Instruction[]
  readonly network: WalletNetwork
}) {
  const host: FamilyHost = {
    networks: () => [network],
    network: () => network,
    addNetwork: async () => {},
    switchNetwork: async () => {},
  }
  const parts = { feePayer: me, recentBlockhash: blockhash, instructions }
  const params = { transaction: base64.encode(encodeLegacyForm(parts)), pubkey: me }
  const { chainId } = network
  const prepared = await family.prepare(
    { method, params, chainId, addresses: [me], peerUrl: 'https://dapp.example' },
    { keyring, host },
  )
  if (prepared.kind !== 'ask') throw new Error(JSON.stringify(prepared))
  const elsewhere = await describeSolana({ method, params, network, peerUrl: 'https://dapp.example', now: 0n })
  expect(elsewhere).toEqual(prepared.shown)
  const shown = spokenRequest(prepared.shown, sayRequestInEnglish)
  const facts = shown.facts.map(({ label, value }) => `${label}: ${value}`)
  return { level: levelOf(shown), title: shown.title, facts, warnings: shown.warnings.join(' '), shown: prepared.shown }
}
