import { Button } from '@foyer/parts'
import type { ReactNode } from 'react'

/** Another tab has taken the wallet over: two at once would answer for each other. */
export function Elsewhere({ onReturn }: { readonly onReturn: () => void }): ReactNode {
  return (
    <main className="page">
      <section className="panel" aria-labelledby="elsewhere">
        <h1 id="elsewhere" className="title">
          The wallet is open in another tab
        </h1>
        <p className="dim">Its sessions and keys are the same there.</p>
        <Button onClick={onReturn}>Use it here</Button>
      </section>
    </main>
  )
}
