import { type Context, createContext, useContext } from 'react'
import type { CloseReason } from './Dialog.js'

/** How what is inside a dialog asks for it to be closed. */
export const DialogContext: Context<((reason: CloseReason) => void) | null> = /* @__PURE__ */ createContext<
  ((reason: CloseReason) => void) | null
>(null)

/** Asks the dialog around for its closing; null where there is none. */
export function useCloseRequest(): ((reason: CloseReason) => void) | null {
  return useContext(DialogContext)
}
