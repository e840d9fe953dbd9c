import type { ReactNode } from 'react'
import { Arms } from '../arming/ArmedButton.js'
import type { Armed } from '../arming/useArming.js'

/** Takes every press: when one counts is proven where it is decided. */
const useArmed = (): Armed => ({ status: 'armed', takes: () => true })

/** A page whose buttons are armed. */
export const AllArmed = ({ children }: { readonly children: ReactNode }): ReactNode => (
  <Arms value={useArmed}>{children}</Arms>
)
