import type { NoParams } from '../view/noParams.js'

/** The views in which an account gets its name. */
export interface NameViews {
  ChooseAccountName: NoParams
  RegisterAccountName: NoParams
  RegisterAccountNameSuccess: {
    /** With its zone. */
    readonly name: string
  }
}
