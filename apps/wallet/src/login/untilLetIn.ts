import { WalletError } from '../errors.js'

/** Asks on for as long as a login waits, which takes longer than one question may: for a mail, for a window, for the keeper. Nothing is sent again. */
export async function untilLetIn<Entered>(ask: () => Promise<Entered>): Promise<Entered> {
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof WalletError) || error.sentence !== 'error.stillWaiting') throw error
    }
  }
}
