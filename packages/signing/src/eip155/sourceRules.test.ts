import { encodeFunctionData, type Hex, parseAbi, parseUnits } from 'viem'
import { describe, expect, test } from 'vitest'
import { levelOf } from '../level.js'
import { sayRequestInEnglish, spokenRequest } from '../sentences.js'
import { headlineInEnglish } from '../test/headlineInEnglish.js'
import { describeEip155 } from './describe.js'
import { answerQuietly, parties, quiet } from './test/quiet.js'
import { me } from './test/stage.js'

// What is borrowed, taken out of a deposit or had from others is no gain: it isn't set off against what is given.

const answers = answerQuietly()
const { ann, usd, weth, router, vault, own } = parties
const network = { ...quiet, contracts: [...(quiet.contracts ?? []), { address: vault, name: 'Vault' }] }

const abi = parseAbi([
  'function approve(address spender, uint256 amount)',
  'function transferFrom(address from, address to, uint256 amount)',
  'function borrow(address asset, uint256 amount, uint256 rateMode, uint16 referral, address onBehalfOf)',
  'function withdraw(address asset, uint256 amount, address to)',
  'function supply(address asset, uint256 amount, address onBehalfOf, uint16 referral)',
  'function swapExactTokensForTokens(uint256 give, uint256 least, address[] path, address to, uint256 deadline)',
])
const dollars = (count: string) => parseUnits(count, 6)

interface Call {
  readonly to: string
  readonly data: Hex
}
const borrow: Call = {
  to: vault,
  data: encodeFunctionData({ abi, functionName: 'borrow', args: [usd, dollars('400'), 2n, 0, me] }),
}
const takeOut: Call = {
  to: vault,
  data: encodeFunctionData({ abi, functionName: 'withdraw', args: [usd, dollars('400'), me] }),
}
const supply: Call = {
  to: vault,
  data: encodeFunctionData({ abi, functionName: 'supply', args: [usd, dollars('400'), me, 0] }),
}
const bring: Call = {
  to: usd,
  data: encodeFunctionData({ abi, functionName: 'transferFrom', args: [ann, me, dollars('400')] }),
}
const allow = (amount: bigint): Call => ({
  to: usd,
  data: encodeFunctionData({ abi, functionName: 'approve', args: [router, amount] }),
})
const swap = (bought: typeof own = own, least = parseUnits('1', 18)): Call => ({
  to: router,
  data: encodeFunctionData({
    ...{ abi, functionName: 'swapExactTokensForTokens' },
    args: [dollars('400'), least, [usd, bought], me, 1_900_000_000n],
  }),
})

/** Each amount by itself has a price: a dollar, or 3000 for one of the coin's form as a token. */
const worthOf = async (all: readonly { readonly contract: string | undefined; readonly amount: bigint }[]) =>
  all.map(({ contract, amount }) =>
    contract === usd
      ? { usd: amount * 10n ** 12n, shown: '$' }
      : contract === weth
        ? { usd: amount * 3_000n, shown: '$' }
        : undefined,
  )

async function asked(...calls: readonly Call[]) {
  const shown = await describeEip155({
    ...{
      network,
      method: 'wallet_sendCalls',
      now: 1_800_000_000n,
      peerUrl: 'https://dapp.example',
      outside: { worthOf },
    },
    params: [{ version: '2.0.0', from: me, chainId: '0x7a69', atomicRequired: true, calls }],
  })
  if (!shown) throw new Error('It isn’t described.')
  const { facts, warnings } = spokenRequest(shown, sayRequestInEnglish)
  return {
    level: levelOf(shown),
    headline: headlineInEnglish(shown),
    moves: facts.flatMap(({ label, value }) => (label.startsWith('You ') ? [`${label}: ${value}`] : [])),
    warnings: warnings.join(' '),
  }
}

const each = 'You give 400 USD and get at least 1 OWN (unlisted, 0x00…AbC009)'

describe('[F13] what comes that is no gain isn’t set off', () => {
  test('borrowed, and exchanged: what is owed is said, and takes a step of its own', async () => {
    const { level, headline, moves, warnings } = await asked(borrow, allow(dollars('400')), swap())
    expect(headline).toContain(`You borrow 400 USD. ${each}`)
    expect(moves.slice(0, 3)).toEqual([
      expect.stringMatching(/^You borrow: .*400 USD/),
      expect.stringMatching(/^You give: .*400 USD/),
      expect.stringMatching(/^You get at least: 1 OWN/),
    ])
    expect(warnings).toContain('What is borrowed is given away at once. What is owed stays.')
    expect(warnings).toContain('is owed, with interest')
    expect(level).toBe('deliberate')
  })

  test('borrowed, and lent elsewhere or kept', async () => {
    const lent = await asked(borrow, supply)
    expect(lent.headline).toContain('You borrow 400 USD. You give 400 USD')
    expect(lent.level).toBe('deliberate')
    const kept = await asked(borrow, allow(0n))
    expect([kept.headline, kept.level]).toEqual(['You borrow 400 USD.', 'careful'])
    expect(kept.warnings).toContain('is owed, with interest')
    expect(kept.warnings).not.toContain('given away at once')
  })

  test('taken out of a deposit, and had from others', async () => {
    const taken = await asked(takeOut, allow(dollars('400')), swap())
    expect(taken.headline).toContain(`You take 400 USD out of a deposit. ${each}`)
    const had = await asked(bring, allow(dollars('400')), swap())
    expect(had.headline).toContain(`You get 400 USD from others. ${each}`)
    // By itself it is what comes.
    expect((await asked(takeOut, allow(0n))).headline).toBe('You get 400 USD.')
    expect((await asked(bring, allow(0n))).headline).toBe('You get at least 400 USD.')
  })

  test('the exchange is judged by what it gives, and all of that is said to be all', async () => {
    const far = 'worth far less'
    for (const source of [borrow, takeOut, bring]) {
      const poor = await asked(source, allow(dollars('400')), swap(weth, parseUnits('0.001', 18)))
      expect([poor.level, poor.warnings]).toEqual(['deliberate', expect.stringContaining(far)])
      const fair = await asked(source, allow(dollars('400')), swap(weth, parseUnits('0.13', 18)))
      expect(fair.warnings).not.toContain(far)
      expect(fair.warnings).not.toContain('This is all of your USD.')
      answers.set('0x70a08231', `0x${'0'.repeat(64)}`)
      const all = await asked(source, allow(dollars('400')), swap(weth, parseUnits('0.13', 18)))
      expect(all.warnings).toContain('This is all of your USD.')
      answers.delete('0x70a08231')
    }
  })
})
