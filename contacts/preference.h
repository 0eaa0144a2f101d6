// SPDX-License-Identifier: MIT
// An axis is preferred to the best one unless it is worse by more than this part of the depth and
// this part of the size.
#ifndef LBX_PREFERENCE_H
#define LBX_PREFERENCE_H

#define PREFERENCE 0.05f
#define PREFERENCE_SIZE 0x1p-12f

#endif
