import { useFoyerNetwork } from '@foyer/react'
import { lazy, Suspense, useState } from 'react'
import type { DemoChain } from '../settings.js'
import { useWords } from '../words/WordsProvider.js'
import { Card } from './Card.js'

const ThreeCalls = lazy(() => import('./ThreeCalls.js'))

/** Calls in batches, whose code this page fetches only when it is wanted; of families that have none, nothing. */
export function CallsCard({ chains }: { readonly chains: readonly DemoChain[] }) {
  const [isWanted, setWanted] = useState(false)
  const { network } = useFoyerNetwork()
  const { calls } = useWords()
  if (network && network.chainNamespace !== 'eip155') return null
  return (
    <Card id="calls" title={calls.title}>
      <p className="hint">{calls.hint}</p>
      {isWanted ? (
        <Suspense>
          <ThreeCalls chains={chains} />
        </Suspense>
      ) : (
        <div className="actions">
          <button type="button" className="button quiet" onClick={() => setWanted(true)}>
            {calls.show}
          </button>
        </div>
      )}
    </Card>
  )
}
