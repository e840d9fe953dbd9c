import type { CallsStatus, NonEmpty } from '@foyer/core'
import { waitForCalls } from '@foyer/core/calls'
import { type Hex, isHex } from '@foyer/core/chain'
import type { EvmCall } from '@foyer/evm'
import { useFoyer, useFoyerAccount, useFoyerNetwork } from '@foyer/react'
import { type Calls, useFoyerCalls } from '@foyer/react/headless'
import { useState } from 'react'
import type { DemoChain } from '../settings.js'
import { useWords } from '../words/WordsProvider.js'
import { fill, type Words } from '../words/words.js'
import Failure from './Failure.js'

/** Three payments by one press: as one where the wallet can, else one after the other. */
export default function ThreeCalls({ chains }: { readonly chains: readonly DemoChain[] }) {
  const foyer = useFoyer()
  const { isConnected } = useFoyerAccount()
  const { networkId } = useFoyerNetwork()
  const { calls: words } = useWords()
  const { send, ...batch } = useFoyerCalls({ family: 'eip155' })
  const [isAtomic, setAtomic] = useState(false)
  const [isFailing, setFailing] = useState(false)
  const [ended, setEnded] = useState<CallsStatus>()
  const [error, setError] = useState<unknown>()
  const chain = chains.find(({ id }) => networkId === `eip155:${id}`)
  const carryOut = async () => {
    setEnded(undefined)
    setError(undefined)
    try {
      const calls = threeCalls(isFailing ? chain : undefined)
      const { id } = await send<'eip155'>({ family: 'eip155', calls, atomicRequired: isAtomic })
      setEnded(await waitForCalls(foyer, { id }))
    } catch (failure) {
      setError(failure)
    }
  }
  const isBusy = batch.phase === 'asking' || batch.phase === 'sent'
  return (
    <>
      <p data-part="calls-way">{batch.way ? words[batch.way] : null}</p>
      <p className="choices">
        <label>
          <input type="checkbox" checked={isAtomic} onChange={({ target }) => setAtomic(target.checked)} />{' '}
          {words.allOrNone}
        </label>{' '}
        <label>
          <input type="checkbox" checked={isFailing} onChange={({ target }) => setFailing(target.checked)} />{' '}
          {words.secondFails}
        </label>
      </p>
      <div className="actions">
        <button
          type="button"
          className="button"
          disabled={!isConnected || !chain || isBusy}
          onClick={() => void carryOut()}
        >
          {words.send}
        </button>
      </div>
      <p className="outcome" role="status" data-part="calls-outcome" data-phase={batch.phase}>
        {error === undefined || isBusy ? (
          outcomeOf({ batch, ended, words })
        ) : (
          <Failure name={words.send} error={error} />
        )}
      </p>
    </>
  )
}

function outcomeOf({
  batch: { phase, call },
  ended,
  words,
}: {
  readonly batch: Pick<Calls, 'phase' | 'call'>
  readonly ended: CallsStatus | undefined
  readonly words: Words['calls']
}): string {
  if (phase === 'asking')
    return call ? fill(words.askingOne, { number: `${call.number}`, count: `${call.count}` }) : words.asking
  if (ended) return fill(ended.status === 'success' ? words.done : words.failed, { code: `${ended.statusCode}` })
  return phase === 'sent' ? words.sent : words.idle
}

/** Addresses without a key. */
const recipients: readonly [Hex, Hex, Hex] = [
  '0x00000000000000000000000000000000000dead1',
  '0x00000000000000000000000000000000000dead2',
  '0x00000000000000000000000000000000000dead3',
]
const value = 10n ** 15n

/** Payments of a thousandth; on the given chain the second asks a token for more than there is. */
function threeCalls(failsOn: DemoChain | undefined): NonEmpty<EvmCall> {
  const [first, second, third] = recipients
  const token = failsOn?.tokens.find(({ symbol }) => symbol === 'DUSD')?.address
  // transfer(address,uint256)
  const data: Hex = `0xa9059cbb${second.slice(2).padStart(64, '0')}${'f'.repeat(64)}`
  const failing = token && isHex(token) ? { to: token, data } : undefined
  return [{ to: first, value }, failing ?? { to: second, value }, { to: third, value }]
}
