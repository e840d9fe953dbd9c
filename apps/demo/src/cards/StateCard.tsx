import { useFoyerEvents, useFoyerState } from '@foyer/react'
import { Filled, useWords } from '../words/WordsProvider.js'
import { Card } from './Card.js'

/** The kit's state, live, as a host sees it. */
export function StateCard() {
  const state = useFoyerState()
  const event = useFoyerEvents()
  const words = useWords().state
  const places = { state: <code dir="ltr">useFoyerState()</code>, events: <code dir="ltr">useFoyerEvents()</code> }
  return (
    <Card id="state" title={words.title}>
      <p className="hint">
        <Filled sentence={words.hint} places={places} />
      </p>
      <pre data-part="state" dir="ltr">
        {JSON.stringify(state, null, 2)}
      </pre>
      <p className="event" data-part="last-event">
        {event ? `${event.data.event}` : words.noEvent}
      </p>
    </Card>
  )
}
