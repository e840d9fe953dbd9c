import { NameIcon } from '@foyer/parts'
import type { ReactNode } from 'react'
import { useModal } from '../modalContext.js'
import { WayRow } from '../WayRow.js'

/** The way to a name for the account. */
export function ChooseNameRow(): ReactNode {
  const { say } = useModal()
  const label = say('account.chooseName')
  return <WayRow partName="choose-name" label={label} image={<NameIcon />} to={{ view: 'ChooseAccountName' }} />
}
