import { useFoyerEvents, useFoyerState } from '@foyer/react'
import { Card } from './Card.js'

/** The kit's state, live, as a host sees it. */
export function StateCard() {
  const state = useFoyerState()
  const event = useFoyerEvents()
  return (
    <Card id="state" title="State of the kit">
      <p className="hint">
        What <code>useFoyerState()</code> and <code>useFoyerEvents()</code> say right now.
      </p>
      <pre data-part="state">{JSON.stringify(state, null, 2)}</pre>
      <p className="event" data-part="last-event">
        {event ? `${event.data.event}` : 'No event yet'}
      </p>
    </Card>
  )
}
