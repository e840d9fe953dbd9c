import { Field, Link } from '@foyer/parts'
import { type ReactNode, useState } from 'react'
import { sayHere } from '../messages/dashboardSentences.js'
import { importPageOf } from './importPageOf.js'

/**
 * Explains how a wallet goes to another operator's: by its file, opened there, and at last deleted here; folded, as few
 * ever do it.
 */
export function Move(): ReactNode {
  const [address, setAddress] = useState('')
  // Half of an address, as it is being typed, isn't called wrong.
  const [isLeft, setLeft] = useState(false)
  const there = importPageOf({ address, here: window.location.origin })
  return (
    <section className="panel" aria-labelledby="move">
      <details className="fold">
        <summary>
          <h2 id="move">{sayHere('move.title')}</h2>
        </summary>
        <div className="panel">
          <p className="lead">{sayHere('move.say')}</p>
          <ol className="steps">
            <li>{sayHere('move.take')}</li>
            <li>{sayHere('move.open')}</li>
            <li>{sayHere('move.delete')}</li>
          </ol>
          <div className="form">
            <Field
              label={sayHere('move.address')}
              hint={sayHere('move.addressHint')}
              error={'wrong' in there && isLeft && address.trim() !== '' ? sayHere(there.wrong) : undefined}
              type="url"
              inputMode="url"
              autoComplete="off"
              spellCheck={false}
              placeholder="wallet.example"
              dir="ltr"
              value={address}
              onValueChange={(value) => {
                setAddress(value)
                setLeft(false)
              }}
              onBlur={() => setLeft(true)}
            />
            {'url' in there ? (
              <Link variant="button" href={there.url} newTabHint={sayHere('move.tab')} arrow>
                {sayHere('move.go', { host: new URL(there.url).host })}
              </Link>
            ) : null}
          </div>
        </div>
      </details>
    </section>
  )
}
