import Lenis from 'lenis'
import { type ReactNode, useEffect } from 'react'
import type { HostDialogProps } from './dialog.js'
import PlainDialog from './plain.js'

/** A page that scrolls smoothly, by a wheel of its own. */
export default function HostDialog(props: HostDialogProps): ReactNode {
  useEffect(() => {
    const lenis = new Lenis({ autoRaf: true })
    return () => lenis.destroy()
  }, [])
  return <PlainDialog {...props} />
}
