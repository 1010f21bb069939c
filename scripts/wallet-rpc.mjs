#!/usr/bin/env node
import './server/main.mjs';
