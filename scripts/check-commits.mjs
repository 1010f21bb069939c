#!/usr/bin/env node
import './tools/checks/check-commits.mjs';
