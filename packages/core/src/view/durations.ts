/** How long a refused closing shakes [S9.32]. */
export const shakeMs = 500
/** How long a snackbar stays away before the next one shows [S9.31]. */
export const snackbarGapMs = 150
/** How long a snackbar stays. */
export const snackbarStayMs = 2_500
/** How long after the modal has opened an alert shows [S9.33]. */
export const alertDelayMs = 300
