import { placeRollupOracle } from '@foyer/stack'
import { formatEther, parseEther } from 'viem'
import { getBalance } from 'viem/actions'
import { expect, test } from 'vitest'
import { client, freshAddress, onSmartChain, two, walletOf } from './test/smartStage.js'

onSmartChain()

/** Of 100 bytes, the least that is counted, and for the operator; twice, as the main chain's price may double. */
const least = 2n * 100n * 3_000_000_000n

test('the fee of a transaction and of a batch on a rollup has what it takes for data, and so have its warnings', async () => {
  const wallet = walletOf(7)
  const send = (value: bigint) =>
    wallet.asked(
      wallet.ask('eth_sendTransaction', [
        { from: wallet.address, to: freshAddress(), value: `0x${value.toString(16)}` },
      ]),
    )
  const feeIn = ({ words }: Awaited<ReturnType<typeof send>>) => {
    const fact = words.facts.find(({ label }) => label === 'Fee, at most')
    return parseEther(fact?.value.split(' ')[0] ?? expect.fail())
  }
  const held = await getBalance(client(), { address: wallet.address })
  const [plain, batch] = [await send(1n), await wallet.send(two())]
  // As much as is left without the fee for data, with some wei for other prices of gas.
  const nearly = held - feeIn(plain) - least / 2n
  expect((await send(nearly)).words.warnings).toEqual(['That is nearly all of your ETH.'])
  await placeRollupOracle({ url: wallet.network.rpcUrl })
  const onRollup = await send(1n)
  expect(feeIn(onRollup) - feeIn(plain), formatEther(feeIn(onRollup))).toBeGreaterThan(least / 2n)
  expect(feeIn(await wallet.send(two())) - feeIn(batch)).toBeGreaterThan(least)
  expect((await send(nearly)).words.warnings[0]).toBe('This costs more than the 10000 ETH that the account has.')
})
