import { OnrampWidget } from '@foyer/react'
import { useState } from 'react'
import { Card } from './Card.js'

/** The on-ramp's widget, whose code this page fetches only when it is wanted. */
export function BuyCard() {
  const [isWanted, setWanted] = useState(false)
  return (
    <Card id="buy" title="Buying">
      <p className="hint">
        <code>{'<OnrampWidget />'}</code> as a part of the page: amounts and prices here, providers in the modal.
      </p>
      {isWanted ? (
        <OnrampWidget />
      ) : (
        <div className="actions">
          <button type="button" className="button quiet" onClick={() => setWanted(true)}>
            Show the widget
          </button>
        </div>
      )}
    </Card>
  )
}
