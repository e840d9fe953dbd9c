import type { WalletNetwork } from '@foyer/core/words'
import { devSolanaAccounts } from '@foyer/stack'
import { base58 } from '@scure/base'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { token2022Program, tokenProgram } from './programs.js'
import { asked } from './test/asking.js'
import { bytes, type Instruction, key, number, of, system } from './test/instructions.js'
import { derivedOf, startLocalChain } from './test/localChain.js'

// Accounts in whose data the visitor's address stands as an owner's, and which a stranger empties: by the real programs.

const [me, thief] = devSolanaAccounts
const coins = 'So11111111111111111111111111111111111111112'
const much = 980_000_000_000n
const signs = { me: key(me.address, true), thief: key(thief.address, true) }

let chain: Awaited<ReturnType<typeof startLocalChain>>
let network: WalletNetwork
beforeAll(async () => {
  chain = await startLocalChain()
  const { caipNetworkId: chainId, name, url: rpcUrl, nativeCurrency: currency } = chain
  network = { chainId, name, rpcUrl, currency, tokens: [] }
})
afterAll(() => chain.stop())
const ask = (instruction: Instruction) =>
  asked({ method: 'solana_signAndSendTransaction', instructions: [instruction], network })

/** A token account of the visitor's that its maker may close: the program keeps the closer where the owner changes. */
async function withCloser(name: string) {
  const [mint, opened] = [`${name} mint`, name].map((each) =>
    derivedOf(thief.address, { name: each, program: tokenProgram }),
  )
  if (!mint || !opened) throw new Error('None.')
  await chain.send(
    thief,
    mint.opened(await chain.rentOf(82), 82n),
    of(tokenProgram, [20, 0, ...bytes(thief.address), 0], key(mint.address)),
    opened.opened(await chain.rentOf(165), 165n),
    of(tokenProgram, [18, ...bytes(thief.address)], key(opened.address), key(mint.address)),
    of(tokenProgram, [6, 3, 1, ...bytes(thief.address)], key(opened.address), signs.thief),
    of(tokenProgram, [6, 2, 1, ...bytes(me.address)], key(opened.address), signs.thief),
  )
  const { address } = opened
  return { address, emptied: of(tokenProgram, [9], key(address), key(thief.address), signs.thief) }
}

/** A multisig, two of whose signers spell the visitor's address where a token account has its owner. */
async function multisig(name: string) {
  const { address, opened } = derivedOf(thief.address, { name, program: token2022Program })
  const spelled = Uint8Array.from([...new Uint8Array(29).fill(7), ...bytes(me.address), 9, 9, 9])
  const signers = [spelled.slice(0, 32), spelled.slice(32)].map((each) => key(base58.encode(each)))
  await chain.send(
    thief,
    opened(await chain.rentOf(355), 355n),
    of(token2022Program, [19, 1], key(address), ...signers, key(thief.address)),
  )
  const emptied = of(token2022Program, [38], key(address), key(thief.address), key(address), signs.thief)
  return { address, emptied }
}

test.each([
  ['a token account that its maker may close', withCloser],
  ['a multisig that spells the address', multisig],
])('[F13] coins to %s are given, as it is emptied by others', async (name, make) => {
  const { address, emptied } = await make(name.slice(0, 20))
  const pay = (amount: bigint) => system(2, number(amount, 8), signs.me, key(address))
  const said = await ask(pay(much))
  expect(said.facts).toEqual(expect.arrayContaining([`Amount: 980 SOL`, `To: ${address}`]))
  expect(said.warnings).toContain('nearly all of your SOL')

  // It is the chain that empties it.
  const before = await chain.balanceOf(thief.address)
  await chain.send(me, pay(1_000_000_000n))
  await chain.send(thief, emptied)
  expect(await chain.balanceOf(thief.address)).toBeGreaterThan(before + 900_000_000n)
})

test('[F13] wrapped coins that are unwrapped into such an account are given', async () => {
  const wrapped = derivedOf(me.address, { name: 'wrapped', program: tokenProgram })
  await chain.send(
    me,
    wrapped.opened((await chain.rentOf(165)) + 5_000_000_000n, 165n),
    of(tokenProgram, [18, ...bytes(me.address)], key(wrapped.address), key(coins)),
  )
  const unwrap = (to: string) => of(tokenProgram, [9], key(wrapped.address), key(to), signs.me)
  expect(await ask(unwrap(me.address))).toMatchObject({ level: 'plain', title: 'Unwrap SOL' })
  for (const { address } of [await withCloser('unwrapped'), await multisig('unwrapped')]) {
    const said = await ask(unwrap(address))
    expect(said.level).toBe('deliberate')
    expect(said.facts).toEqual(expect.arrayContaining(['You give: 5.00203928 SOL', `To: ${address}`]))
  }
})
