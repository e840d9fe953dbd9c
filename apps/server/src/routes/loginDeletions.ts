import {
  closeDeletionCall,
  endDeletionCall,
  finishDeletionCall,
  noticeDeletionCall,
} from '@foyer/custody/deletionCalls'
import { allowDeletionCall, readDeletionCall, stopDeletionCall } from '@foyer/login/loginDeletionCalls'
import { browserName } from '@foyer/service/mail/browserName'
import { loginLimits as limits, loginRooms as rooms } from '../login/loginLimits.js'
import type { OpenCall } from '../login/mayChange.js'
import { done, loginOf, route, sessionOf, sessionRoute, shared } from './loginCalls.js'

/** The end of a wallet: allowed and stopped in a session, and decided by the keeper, whose signature is all that counts of its calls. @see F15 */
export const deletions = [
  sessionRoute(
    {
      ...allowDeletionCall,
      ...done,
      budget: { does: ['stores'], within: [limits.deletions, rooms.deletions] },
      summary: 'Lets the keeper’s word for the deletion of a wallet in.',
    },
    async (asked) => {
      const browser = browserName(asked.c.req.header('user-agent'))
      await loginOf(asked.services).deletions.allow({ by: sessionOf(asked), ...asked.payload, browser })
      return undefined
    },
  ),
  sessionRoute(
    { ...readDeletionCall, ...shared, budget: 'nothing', summary: 'Says when a wallet is to be deleted.' },
    async (asked) => loginOf(asked.services).deletions.read({ by: sessionOf(asked), ...asked.payload }),
  ),
  sessionRoute(
    { ...stopDeletionCall, ...done, budget: 'nothing', summary: 'Cancels the deletion of a wallet.' },
    async (asked) => {
      await loginOf(asked.services).deletions.stop({ by: sessionOf(asked), ...asked.payload })
      return undefined
    },
  ),
  route(
    {
      ...noticeDeletionCall,
      ...done,
      budget: { does: ['sends'], within: [limits.notices] },
      summary: 'Takes the keeper’s word that a wallet is to be deleted.',
    },
    ({ services, body }) => loginOf(services).deletions.notice(body),
  ),
  byWord(closeDeletionCall, 'close', 'Answers the keeper whether somebody has cancelled the deletion.'),
  byWord(finishDeletionCall, 'finish', 'Deletes a wallet by the keeper’s word that it has.'),
  byWord(endDeletionCall, 'end', 'Takes the keeper’s word that nothing comes of the deletion of a wallet.'),
]

/** Mounts a call by which the keeper says something of a deletion that the login server knows. */
function byWord(
  call: Omit<typeof closeDeletionCall, 'id' | 'path'> & { readonly id: OpenCall; readonly path: string },
  work: 'close' | 'finish' | 'end',
  summary: string,
) {
  return route({ ...call, ...done, budget: 'nothing', summary }, ({ services, body }) =>
    loginOf(services).deletions[work](body),
  )
}
