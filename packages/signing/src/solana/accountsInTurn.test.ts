import type { WalletNetwork } from '@foyer/core/words'
import { base58 } from '@scure/base'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stakeProgram, systemProgram, token2022Program, tokenProgram } from './programs.js'
import { asked } from './test/asking.js'
import { bytes, type Instruction, key, number, of, system } from './test/instructions.js'
import { startTestNode, type TestNode } from './test/node.js'
import { me, other as thief } from './test/transactions.js'

// Whose an account is changes within a transaction: who holds its key may have it before it is opened for the visitor, and again once it is closed.

const at = (digit: number) => base58.encode(new Uint8Array(32).fill(digit))
const [fresh, program] = [at(77), at(78)]
const wrappedCoin = key('So11111111111111111111111111111111111111112')
const much = number(4_900_000_000n, 8)
const rent = number(2_039_280n, 8)

let node: TestNode
let network: WalletNetwork
beforeAll(async () => {
  node = await startTestNode()
  const currency = { symbol: 'SOL', decimals: 9 }
  network = {
    chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    name: 'Solana',
    rpcUrl: node.url,
    currency,
    tokens: [],
  }
})
afterAll(() => node.stop())
const ask = (...instructions: readonly Instruction[]) =>
  asked({ method: 'solana_signTransaction', instructions, network })

const pay = system(2, much, key(me, true), key(fresh))
const take = system(2, much, key(fresh, true), key(thief))
const make = (owner: string, lamports = rent, by = thief, space = 165n) =>
  system(0, [...lamports, ...number(space, 8), ...bytes(owner)], key(by, true), key(fresh, true))
const open = of(tokenProgram, [18, ...bytes(me)], key(fresh), wrappedCoin)
const close = of(tokenProgram, [9], key(fresh), key(me), key(me, true))
const handOver = of(tokenProgram, [6, 2, 1, ...bytes(thief)], key(fresh), key(me, true))
const openNonce = system(6, bytes(me), key(fresh))
const openStake = of(
  stakeProgram,
  [0, 0, 0, 0, ...bytes(me), ...bytes(me), ...number(0n, 8), ...number(0n, 8), ...bytes(systemProgram)],
  key(fresh),
)

describe('[F13] coins that go into an account', () => {
  test.each([
    ['is emptied before it is opened', [pay, take, make(tokenProgram), open]],
    [
      'is named by a program that isn’t known before it is opened',
      [pay, of(program, [1], key(fresh, true)), make(tokenProgram), open],
    ],
    ['was closed before', [make(tokenProgram), open, close, pay, take]],
    ['was handed over before', [make(tokenProgram), open, handOver, pay]],
  ])('that %s are given', async (_, instructions) => {
    const said = await ask(...instructions)
    expect(said.facts).toEqual(expect.arrayContaining(['You give: 4.9 SOL', `To: ${fresh}`]))
    expect(said.warnings).toContain('nearly all of your SOL')
  })

  test.each([
    ['a nonce', [make(systemProgram, much, me, 0n), take, make(systemProgram, rent, thief, 80n), openNonce]],
    ['a stake', [make(systemProgram, much, me, 0n), take, make(stakeProgram, rent, thief, 200n), openStake]],
    ['a token account', [make(systemProgram, much, me, 0n), take, make(tokenProgram), open]],
  ])('that is made for them, emptied, and then opened as %s are given', async (_, instructions) => {
    const said = await ask(...instructions)
    expect(said.facts).toEqual(expect.arrayContaining(['You give: 4.9 SOL']))
    expect(said.warnings).toContain('nearly all of your SOL')
  })

  test.each([
    ['after it was opened', [make(tokenProgram), open, pay]],
    ['as it is made', [make(tokenProgram, much, me), open]],
    [
      'and it is prepared before it is opened',
      [
        make(token2022Program, much, me),
        of(token2022Program, [22], key(fresh)),
        of(token2022Program, [18, ...bytes(me)], key(fresh), wrappedCoin),
      ],
    ],
    [
      'before it is given room and a program',
      [pay, system(8, number(165n, 8), key(fresh, true)), system(1, bytes(tokenProgram), key(fresh, true)), open],
    ],
    ['that is a stake', [make(stakeProgram, much, me, 200n), openStake]],
    ['that is a nonce', [make(systemProgram, much, me, 80n), openNonce]],
  ])('of the visitor’s own, %s, stay theirs', async (_, instructions) => {
    const said = await ask(...instructions)
    expect(said.facts.filter((fact) => fact.startsWith('You give'))).toEqual([])
  })
})
