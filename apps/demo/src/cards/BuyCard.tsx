import { OnrampWidget } from '@foyer/react'
import { useState } from 'react'
import { Filled, useWords } from '../words/WordsProvider.js'
import { Card } from './Card.js'

/** The on-ramp's widget, whose code this page fetches only when it is wanted. */
export function BuyCard() {
  const [isWanted, setWanted] = useState(false)
  const { buy } = useWords()
  return (
    <Card id="buy" title={buy.title}>
      <p className="hint">
        <Filled sentence={buy.hint} places={{ widget: <code dir="ltr">{'<OnrampWidget />'}</code> }} />
      </p>
      {isWanted ? (
        <OnrampWidget />
      ) : (
        <div className="actions">
          <button type="button" className="button quiet" onClick={() => setWanted(true)}>
            {buy.show}
          </button>
        </div>
      )}
    </Card>
  )
}
