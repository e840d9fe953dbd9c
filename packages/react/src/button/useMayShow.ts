import { useFoyer } from '../kit.js'
import { useSelect } from '../useSelect.js'

/** A picture that needs no request to another origin. */
const own = /^(data:|\/(?!\/))/

/** Whether a picture may be requested now: no request to another origin reveals a visitor who hasn't opened the modal. */
export function useMayShow(src = ''): boolean {
  const { store } = useFoyer()
  return useSelect(({ view }) => view !== store.getInitialState().view) || own.test(src)
}
