import { InfoIcon, part } from '@foyer/parts'
import type { ReactNode } from 'react'
import { useModal } from './modalContext.js'

/** Says that the network is gone. The region stands there before, because those who listen hear only what changes in it. */
export function OfflineBar(): ReactNode {
  const { state, say } = useModal()
  return (
    <div role="status">
      {state.online ? null : (
        <p {...part({ name: 'offline-bar' })}>
          <InfoIcon />
          <span>{say('shell.offline')}</span>
        </p>
      )}
    </div>
  )
}
