import { contextOf } from '@foyer/core/internal'
import { push } from '@foyer/core/view'
import { useModal } from '../modalContext.js'

/** Leads to where a first wallet can be had. */
export function useGetWallet(): () => void {
  const { foyer } = useModal()
  return () => {
    contextOf(foyer).track({ event: 'CLICK_GET_WALLET' })
    push(foyer, { view: 'GetWallet' })
  }
}
