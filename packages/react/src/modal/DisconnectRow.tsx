import { DisconnectIcon, Row } from '@foyer/parts'
import type { ReactNode } from 'react'
import { useFoyerDisconnecting } from '../headless/account.js'
import { useModal } from './modalContext.js'

/** The row that ends the session. */
export function DisconnectRow(): ReactNode {
  const { say } = useModal()
  const { busy, disconnect } = useFoyerDisconnecting()
  return (
    <Row
      partName="disconnect"
      label={say(busy ? 'account.disconnecting' : 'account.disconnect')}
      image={<DisconnectIcon />}
      busy={busy}
      onClick={disconnect}
    />
  )
}
