import { Skeleton } from '@foyer/parts'
import { type ReactNode, useState } from 'react'
import { NotCome } from '../dashboard/NotCome.js'
import { loadPart, useComing } from '../dashboard/useComing.js'
import { sayHere } from '../messages/dashboardSentences.js'

/** How a wallet goes to another operator's: by its file, opened there, and at last deleted here; folded, and loaded once it is opened, as few ever do it. */
export function Move(): ReactNode {
  const [isOpened, setOpened] = useState(false)
  return (
    <section className="panel" aria-labelledby="move">
      <details
        className="fold"
        onToggle={({ currentTarget }) => {
          if (currentTarget.open) setOpened(true)
        }}
      >
        <summary>
          <h2 id="move">{sayHere('move.title')}</h2>
        </summary>
        {isOpened ? <Steps /> : null}
      </details>
    </section>
  )
}

const load = () => loadPart(import('./MoveSteps.js'))

function Steps(): ReactNode {
  const coming = useComing(load)
  if (coming.is === 'coming') return <Skeleton shape="row" />
  if (coming.is === 'failed') return <NotCome {...coming} />
  const { MoveSteps } = coming.value
  return <MoveSteps />
}
