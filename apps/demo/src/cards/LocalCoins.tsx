import type { Foyer, NetworkId } from '@foyer/core'
import { waitForTransaction } from '@foyer/core/actions'
import { bigintToHex } from '@foyer/core/chain'
import { postRpc, rpcOutcome } from '@foyer/core/postRpc'
import { useFoyer, useFoyerAccount, useFoyerBalance, useFoyerNetwork } from '@foyer/react'
import { lazy, Suspense, useState } from 'react'
import * as v from 'valibot'
import type { DemoSettings } from '../settings.js'
import { useWords } from '../words/WordsProvider.js'
import { fill } from '../words/words.js'

type LocalCoinsProps = Pick<DemoSettings, 'chains' | 'networks'>

type Outcome = { readonly status: 'idle' | 'asked' } | { readonly status: 'failed'; readonly error: unknown }

/** Its sentences are fetched with the first failure. */
const Failure = lazy(() => import('./Failure.js'))

/** To a visitor without coins: some of the local chain's, which cost nothing. */
export function LocalCoins(props: LocalCoinsProps) {
  const { address } = useFoyerAccount()
  const { network } = useFoyerNetwork()
  const { balance, refetch } = useFoyerBalance()
  const { coins } = useWords()
  const [outcome, setOutcome] = useState<Outcome>({ status: 'idle' })
  const foyer = useFoyer()
  const give = network && giverOf({ ...props, foyer, networkId: network.caipNetworkId })
  if (!give || !address || balance?.value !== 0n) return null
  const name = fill(coins.get, { coins: `10 ${balance.symbol}` })
  const get = async () => {
    setOutcome({ status: 'asked' })
    try {
      await give(address)
      await refetch()
      setOutcome({ status: 'idle' })
    } catch (error) {
      setOutcome({ status: 'failed', error })
    }
  }
  return (
    <div className="coins" data-part="local-coins">
      <p>{coins.why}</p>
      <button type="button" className="button quiet" disabled={outcome.status === 'asked'} onClick={() => void get()}>
        {name}
      </button>
      <p role="status">
        {outcome.status === 'failed' ? (
          <Suspense>
            <Failure name={name} error={outcome.error} />
          </Suspense>
        ) : null}
      </p>
    </div>
  )
}

/** Gives an address coins of the chain. @throws what the node refuses it with */
type Give = (address: string) => Promise<unknown>

/**
 * Returns the call by which a local chain's node gives coins to anybody: an EVM chain's from an account that it signs
 * for itself, Solana's by its airdrop, another's by a path of its own. NEAR's accounts are made with their keys, which the page doesn't know.
 */
function giverOf({
  chains,
  networks,
  foyer,
  networkId,
}: LocalCoinsProps & { readonly foyer: Foyer; readonly networkId: NetworkId }): Give | undefined {
  const chain = chains.find(({ id }) => `eip155:${id}` === networkId)
  if (chain) {
    return async (to) => {
      const [from] = v.parse(v.tupleWithRest([v.string()], v.string()), await ask(chain.url, 'eth_accounts', []))
      const value = bigintToHex(10n * 10n ** 18n)
      const hash = v.parse(v.string(), await ask(chain.url, 'eth_sendTransaction', [{ from, to, value }]))
      // A busy node answers before it is in a block.
      await waitForTransaction(foyer, { hash, networkId })
    }
  }
  const network = networks.find(({ caipNetworkId }) => caipNetworkId === networkId)
  if (!network || /^(bip122|near):/.test(networkId)) return undefined
  const { url, cosmos, nativeCurrency } = network
  if (networkId.startsWith('solana:')) return (to) => ask(url, 'requestAirdrop', [to, 10_000_000_000])
  const amount = `${10n * 10n ** BigInt(nativeCurrency.decimals)}`
  return (address) => giveBy(url, { address, amount, ...(cosmos && { denom: cosmos.denom }) })
}

/** Asks a local chain for coins. @throws what it refuses it with */
async function giveBy(url: string, gift: Readonly<Record<string, string>>): Promise<void> {
  const answer = await fetch(`${url}/local/give`, {
    method: 'POST',
    body: JSON.stringify(gift),
    signal: AbortSignal.timeout(10_000),
  })
  if (!answer.ok) throw new Error(await answer.text())
}

/** Calls a method of a local node. @throws what it refuses it with */
async function ask(url: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const answer = await postRpc({ url, method, params, signal: AbortSignal.timeout(10_000) })
  const { error, result } = rpcOutcome(await answer.json())
  if (error) throw new Error(error.message)
  return result
}
