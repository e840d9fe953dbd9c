import type { ReactNode } from 'react'
import { ArmedButton } from '../arming/ArmedButton.js'
import { useWork } from '../failures/useWork.js'

export interface NoticeProps {
  readonly says: string
  /** The label of the button that ends it. */
  readonly action: string
  readonly onAct: () => Promise<void>
}

/** Warns of a change that comes to the whole wallet unless it is cancelled: it stands above all else on each return. */
export function Notice({ says, action, onAct }: NoticeProps): ReactNode {
  const { isBusy, failure, act } = useWork()
  return (
    <div className="warning notice" role="alert">
      <p>{says}</p>
      {failure ? <p className="failure">{failure}</p> : null}
      <ArmedButton variant="quiet" busy={isBusy} onClick={() => act(onAct)}>
        {action}
      </ArmedButton>
    </div>
  )
}
