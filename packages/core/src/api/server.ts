/** What is asked of the operator's server, in one chunk: its client, the check of the page's origin, and events. */
export { checkOrigin } from '../config/checkOrigin.js'
export { createEventSender, type EventSender } from '../events/createEventSender.js'
export { openApi } from './createApi.js'
export { alertFor } from './project.js'
